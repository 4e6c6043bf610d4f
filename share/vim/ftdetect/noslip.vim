autocmd BufRead,BufNewFile *.noslip setfiletype noslip
