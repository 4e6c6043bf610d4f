" Models of noslip: comments, and `:make` for what is wrong with a model.

if exists('b:did_ftplugin')
  finish
endif
let b:did_ftplugin = 1

setlocal comments=:# commentstring=#\ %s
setlocal makeprg=noslip\ check\ %:S
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%-G%.%#

let b:undo_ftplugin = 'setlocal comments< commentstring< makeprg< errorformat<'
