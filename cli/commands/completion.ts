// `sitegen completion SHELL`: a script that completes commands, flags and their values.

/** A command as a shell completes it. */
export interface CompletedCommand {
  readonly name: string;
  readonly description: string;
  readonly flags: readonly {
    readonly name: string;
    readonly description: string;
    readonly values: readonly string[];
  }[];
  /** Values of its first argument. */
  readonly values: readonly string[];
}

type Shell = 'bash' | 'zsh' | 'fish';

/** The script, with how to install it in its first line. */
export function renderCompletion(shell: Shell, commands: readonly CompletedCommand[]): string {
  return RENDERERS[shell](commands);
}

const RENDERERS: Readonly<Record<Shell, (commands: readonly CompletedCommand[]) => string>> = {
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
      // What follows npx is completed as if npx were not there.
      `complete -c npx -n '__fish_seen_subcommand_from sitegen' -f -a '(complete -C (string replace -r "^\\s*npx " "" (commandline -cp)))'`,
      ...commands.flatMap(({ name, description, flags, values }) => [
        `complete -c sitegen -n __fish_use_subcommand -f -a ${name} -d ${quote(description)}`,
        ...(values.length === 0 ? [] : [`complete -c sitegen ${of(name)} -f -a ${quote(values.join(' '))}`]),
        ...flags.map((flag) => {
          const choices = flag.values.length === 0 ? '' : ` -x -a ${quote(flag.values.join(' '))}`;
          return `complete -c sitegen ${of(name)} -l ${flag.name.slice(2)} -d ${quote(flag.description)}${choices}`;
        }),
      ]),
    ].join('\n');
  },
};

/** What bash offers: the commands first, then the values of a flag, else flags and values of the command. */
function renderCases(commands: readonly CompletedCommand[]): string {
  const values = commands.flatMap(({ name, flags }) =>
    flags.flatMap((flag) =>
      flag.values.length === 0 ? [] : [`    ${name}:${flag.name}) words="${flag.values.join(' ')}" ;;`],
    ),
  );
  const own = commands.map(
    ({ name, flags, values: first }) =>
      `    ${name}:*) words="${[...first, ...flags.map((flag) => flag.name)].join(' ')}" ;;`,
  );
  return [
    '  case "$at:$command:$previous" in',
    `    1:*) words="${commands.map(({ name }) => name).join(' ')}" ;;`,
    ...[...values, ...own].map((line) => line.replace('    ', '    *:')),
    '  esac',
  ].join('\n');
}

/** For fish: a text in single quotes, on one line. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
