import { Argument, type Command } from 'commander'

const shells = ['bash', 'zsh', 'fish'] as const

export function addCompletionCommand(program: Command): void {
  program
    .command('completion')
    .description('print the completion of commands and options for a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(shells))
    .addHelpText('after', '\nFor bash: source <(polypost completion bash)')
    .action((shell: (typeof shells)[number]) => console.log(scripts[shell](linesOf(program))))
}

interface Line {
  /** The commands before, separated by spaces. */
  readonly path: string
  readonly words: readonly string[]
}

/** The words that can follow each command. */
function linesOf(command: Command, path: readonly string[] = []): Line[] {
  const words = [
    ...command.commands.map((one) => one.name()),
    ...command.options.flatMap(({ long }) => (long ? [long] : [])),
    '--help',
  ]
  return [{ path: path.join(' '), words }, ...command.commands.flatMap((one) => linesOf(one, [...path, one.name()]))]
}

/** The words before the cursor that are commands are the path; the script looks up what can follow it. */
const bash = (lines: readonly Line[]): string => `_polypost() {
  local word path="" options
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ $word == -* ]] || path="$path\${path:+ }$word"
  done
  case "$path" in
${lines.map(({ path, words }) => `    "${path}") options="${words.join(' ')}" ;;`).join('\n')}
  esac
  COMPREPLY=($(compgen -W "$options" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _polypost polypost`

const fish = (lines: readonly Line[]): string =>
  [
    'function __polypost_path',
    '  string join " " (commandline -opc)[2..] | string replace -ra -- " ?-[^ ]*" ""',
    'end',
    ...lines.map(
      ({ path, words }) => `complete -c polypost -f -n 'test (__polypost_path) = "${path}"' -a '${words.join(' ')}'`,
    ),
  ].join('\n')

const scripts: Readonly<Record<(typeof shells)[number], (lines: readonly Line[]) => string>> = {
  bash,
  zsh: (lines) => `autoload -U +X bashcompinit && bashcompinit\n${bash(lines)}`,
  fish,
}
