import { styleText } from 'node:util'
import { printable } from '../receive/show-delivery.ts'
import type { Result, Verdict } from './result.ts'

type Color = 'green' | 'red' | 'yellow' | 'gray'

const signs: Readonly<Record<Verdict, readonly [sign: string, color: Color]>> = {
  works: ['✔', 'green'],
  failed: ['✘', 'red'],
  'not supported': ['–', 'gray'],
  skipped: ['–', 'gray'],
  'check by hand': ['?', 'yellow'],
}

/** A terminal of 80 columns. */
const width = 78
const indent = 4
const columns = { title: 32, verdict: 16 }

/** Standard output, or what a test has instead. */
export interface Output {
  readonly write: (text: string) => unknown
  readonly isTTY?: boolean
  readonly hasColors?: () => boolean
}

export interface Screen {
  readonly print: (text: string) => void
  readonly header: () => void
  readonly started: (title: string) => void
  readonly ended: (result: Result) => void
}

/** Prints the table of steps. On a terminal, the step that is running is shown too. */
export function createScreen(out: Output): Screen {
  const live = out.isTTY === true
  const inColor = out.hasColors?.() ?? false
  const colored = (color: Color, text: string) => (inColor ? styleText(color, text, { validateStream: false }) : text)
  const line = (text = '') => out.write(`${text}\n`)
  return {
    print: (text) => void line(printable(wrap(text, 2))),
    header: () => {
      line()
      line(`    ${'step'.padEnd(columns.title)}${'verdict'.padEnd(columns.verdict)}${'time'.padStart(8)}`)
      line(`  ${'─'.repeat(width - 2)}`)
    },
    started: (title) => {
      if (live) out.write(`  … ${title}`)
    },
    ended: ({ title, verdict, took, note, url }) => {
      if (live) out.write('\r\u001b[2K')
      const [sign, color] = signs[verdict]
      const cells = `${verdict.padEnd(columns.verdict)}`
      line(`  ${colored(color, sign)} ${title.padEnd(columns.title)}${colored(color, cells)}${time(took).padStart(8)}`)
      for (const text of [note, url]) if (text) line(colored('gray', printable(wrap(text, indent))))
    },
  }
}

export const time = (milliseconds: number): string => `${(milliseconds / 1_000).toFixed(1)} s`

/** Breaks lines between words; a long address stays in one line, so that it can be copied. */
function wrap(text: string, left: number): string {
  const lines = text.split('\n').map((paragraph) => {
    const broken: string[] = []
    let current = ''
    for (const word of paragraph.split(' ')) {
      if (current !== '' && current.length + word.length + 1 > width - left) {
        broken.push(current)
        current = word
      } else current = current === '' ? word : `${current} ${word}`
    }
    return [...broken, current].map((one) => `${' '.repeat(left)}${one}`.trimEnd()).join('\n')
  })
  return lines.join('\n')
}
