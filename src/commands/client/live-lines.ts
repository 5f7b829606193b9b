const up = (lines: number): string => (lines > 0 ? `\u001b[${lines}A` : '')
const clearBelow = '\u001b[0J'

/** Lines that change in their place on a terminal. Elsewhere only their last state is printed. */
export function liveLines() {
  const { stdout } = process
  let shown = 0
  const write = (lines: readonly string[]) => {
    stdout.write(`${up(shown)}${shown > 0 ? clearBelow : ''}${lines.map((line) => `${line}\n`).join('')}`)
    shown = lines.length
  }
  return {
    show: (lines: readonly string[]): void => {
      if (stdout.isTTY) write(lines)
    },
    end: write,
  }
}
