import { mask, maskText } from './mask.ts'
import type { Result } from './result.ts'
import { time } from './show.ts'

/** A longer answer is cut: a report has to fit into a bug report. */
const maxShown = 4_000

export interface Facts {
  readonly title: string
  readonly version: string
  readonly environment: string
  readonly account: string
  readonly options: Readonly<Record<string, string>>
  /** In RFC 3339. */
  readonly startedAt: string
}

/** The report in Markdown, without secrets. */
export function reportOf(facts: Facts, results: readonly Result[]): string {
  const { title, version, environment, account, options, startedAt } = facts
  const posts = results.flatMap(({ url, title: step }) => (url ? [`- ${step}: ${url}`] : []))
  const lines = [
    `# Check of ${title}`,
    '',
    `- Time: ${startedAt}`,
    `- Polypost ${version}, Node ${process.versions.node}, ${process.platform}`,
    `- Account: ${account} (${environment === 'live' ? 'real platform' : 'simulated platform'})`,
    `- Options: ${Object.keys(options).length === 0 ? 'none' : `\`${JSON.stringify(options)}\``}`,
    '',
    '| step | verdict | time | note |',
    '| --- | --- | --- | --- |',
    ...results.map(
      ({ title: step, verdict, took, note = '' }) => `| ${step} | ${verdict} | ${time(took)} | ${cell(note)} |`,
    ),
    '',
    ...(posts.length === 0 ? [] : ['## Test posts to delete by hand', '', ...posts, '']),
    '## Requests and answers',
    '',
    'Requests to the API of Polypost. Keys, tokens and parameters of addresses are masked.',
    '',
    ...results.flatMap(section),
  ]
  return maskText(lines.join('\n'))
}

const cell = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('|', '\\|')

const section = ({ title, calls }: Result): readonly string[] =>
  calls.length === 0 ? [] : [`### ${title}`, '', ...calls.flatMap(shownCall)]

function shownCall({ method, path, sent, status, answer, took, times }: Result['calls'][number]): readonly string[] {
  const repeated = times > 1 ? `, sent ${times} times` : ''
  return [
    `\`${method} ${maskText(path)}\` → ${status}, ${time(took)}${repeated}`,
    '',
    '~~~json',
    ...(sent === null ? [] : [json(sent)]),
    json(answer),
    '~~~',
    '',
  ]
}

function json(data: unknown): string {
  // The text of a platform must not end the block.
  const text = (JSON.stringify(mask(data), null, 2) ?? '').replaceAll('~~~', '~ ~ ~')
  return text.length > maxShown ? `${text.slice(0, maxShown)}\n… (${text.length} characters)` : text
}
