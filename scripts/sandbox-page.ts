import { platforms } from '../src/platforms/index.ts'
import { loadSimulators } from '../src/sandbox/platforms/index.ts'
import { type Kinds, standardKinds } from '../src/sandbox/shared/kinds.ts'
import { generatedPart } from './generated-part.ts'
import { table } from './table.ts'

const simulated = await loadSimulators(platforms)

/** The page of the sandbox. People write it, except the kinds of accounts. */
export const sandboxPage = (): string =>
  generatedPart(
    'docs/sandbox.md',
    [
      table(['kind', 'every platform'], rowsOf(standardKinds)),
      ...simulated.map(({ title, simulator }) => table(['kind', title], rowsOf(simulator.kinds))),
    ].join('\n\n'),
  )

const rowsOf = (kinds: Kinds): string[][] =>
  Object.entries(kinds).map(([kind, { description, login }]) => [
    `\`${kind}\``,
    `${description}${login === undefined ? '' : ` Login: \`${login}\`.`}`,
  ])
