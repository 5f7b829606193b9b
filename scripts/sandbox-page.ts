import { platforms } from '../src/platforms/index.ts'
import { simulated } from '../src/sandbox/platforms/index.ts'
import { type Kinds, standardKinds } from '../src/sandbox/shared/kinds.ts'
import { generatedPart } from './generated-part.ts'
import { table } from './table.ts'

const kindsOfPlatforms = await Promise.all(
  simulated(platforms).map(async ({ title, load }) => ({ title, kinds: (await load()).kinds })),
)

/** The page of the sandbox. People write it, except the kinds of accounts. */
export const sandboxPage = (): string =>
  generatedPart(
    'docs/sandbox.md',
    [
      table(['kind', 'every platform'], rowsOf(standardKinds)),
      ...kindsOfPlatforms.map(({ title, kinds }) => table(['kind', title], rowsOf(kinds))),
    ].join('\n\n'),
  )

const rowsOf = (kinds: Kinds): string[][] =>
  Object.entries(kinds).map(([kind, { description, login }]) => [
    `\`${kind}\``,
    `${description}${login === undefined ? '' : ` Login: \`${login}\`.`}`,
  ])
