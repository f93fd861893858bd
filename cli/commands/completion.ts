// `sitegen completion SHELL`: prints a script that completes commands, flags and their values.

import type { Command } from 'commander';
import type { ExitCode } from '../errors.ts';
import type { CommandContext } from './build.ts';

type Shell = 'bash' | 'zsh' | 'fish';

/** Creates the command. The first line of the script says how to install it. */
export function createRunCompletion({ commands }: Command) {
  return (shell: Shell, _: unknown, { reporter }: CommandContext): ExitCode => {
    reporter.printResult({ text: RENDERERS[shell](commands), isExact: true, data: {} });
    return 0;
  };
}

/** The flags of a command, each with the values that it can have. */
function flagsOf({ options }: Command) {
  return options.map(({ long, description, argChoices }) => ({
    name: long ?? '',
    description,
    values: argChoices ?? [],
  }));
}

/** The values of the first argument of a command. */
const valuesOf = ({ registeredArguments: [first] }: Command) => first?.argChoices ?? [];

const RENDERERS: Readonly<Record<Shell, (commands: readonly Command[]) => string>> = {
  bash: (commands) => `# In ~/.bashrc: source <(npx sitegen completion bash)
_sitegen() {
  local word="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" at="$COMP_CWORD" command="\${COMP_WORDS[1]}" words
  COMPREPLY=()
  if [[ "\${COMP_WORDS[0]}" == npx ]]; then
    [[ "$command" == sitegen && "$at" -gt 1 ]] || return 0
    at=$((at - 1)) command="\${COMP_WORDS[2]}"
  fi
${renderCases(commands)}
  COMPREPLY=($(compgen -W "$words" -- "$word"))
}
complete -o default -F _sitegen sitegen npx`,
  zsh: (commands) => `# In ~/.zshrc, after compinit: source <(npx sitegen completion zsh)
autoload -U +X bashcompinit && bashcompinit
${RENDERERS.bash(commands).split('\n').slice(1).join('\n')}`,
  fish: (commands) => {
    const of = (name: string) => `-n '__fish_seen_subcommand_from ${name}'`;
    return [
      '# In ~/.config/fish/config.fish: npx sitegen completion fish | source',
      // Completes the words after npx as if npx were not there.
      `complete -c npx -n '__fish_seen_subcommand_from sitegen' -f -a '(complete -C (string replace -r "^\\s*npx " "" (commandline -cp)))'`,
      ...commands.flatMap((command) => {
        const name = command.name();
        const own = valuesOf(command);
        return [
          `complete -c sitegen -n __fish_use_subcommand -f -a ${name} -d ${quote(command.description())}`,
          ...(own.length === 0 ? [] : [`complete -c sitegen ${of(name)} -f -a ${quote(own.join(' '))}`]),
          ...flagsOf(command).map((flag) => {
            const choices = flag.values.length === 0 ? '' : ` -x -a ${quote(flag.values.join(' '))}`;
            return `complete -c sitegen ${of(name)} -l ${flag.name.slice(2)} -d ${quote(flag.description)}${choices}`;
          }),
        ];
      }),
    ].join('\n');
  },
};

/** Completes commands first, then the values of a flag, otherwise the flags and values of the command. */
function renderCases(commands: readonly Command[]): string {
  const values = commands.flatMap((command) =>
    flagsOf(command).flatMap((flag) =>
      flag.values.length === 0 ? [] : [`${command.name()}:${flag.name}) words="${flag.values.join(' ')}" ;;`],
    ),
  );
  const own = commands.map((command) => {
    const words = [...valuesOf(command), ...flagsOf(command).map(({ name }) => name)];
    return `${command.name()}:*) words="${words.join(' ')}" ;;`;
  });
  return [
    '  case "$at:$command:$previous" in',
    `    1:*) words="${commands.map((command) => command.name()).join(' ')}" ;;`,
    ...[...values, ...own].map((line) => `    *:${line}`),
    '  esac',
  ].join('\n');
}

/** Quotes a text for fish. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
