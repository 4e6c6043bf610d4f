# Completion of noslip for fish. The tool itself says what may follow: see src/cli/complete.h.

function __noslip_complete
    set -l words (commandline -opc)
    set -l word (commandline -ct)
    if string match -qr '^["\']' -- $word
        set word (string sub -s 2 -- $word)
    else
        set word (string unescape -- $word)
    end
    for line in (command noslip --complete $words[2..-1] "$word" 2>/dev/null)
        if string match -q \t'*' -- $line
            for end in (string split ' ' -- (string trim -- $line))
                __fish_complete_suffix $end
            end
        else
            echo $line
        end
    end
end

complete -c noslip -f -a '(__noslip_complete)'
