import { type Sealer, UnsealFault } from '../../crypto/seal.ts'
import type { Database } from '../../store/engine/database.ts'
import { sealedColumns } from '../../store/engine/sealed.ts'
import { crashPoint } from '../../system/crash-point.ts'

export interface ResealResult {
  /** The kind of values that were encrypted. */
  readonly what: string
  readonly resealed: number
  /** Values that no given key can decrypt. They stay as they are. */
  readonly unopened: number
}

const batch = 100

/**
 * Encrypts everything again with the newest key. It can be interrupted and run again. Processes that know both keys may
 * run at the same time: a value that changes in the meantime is read again.
 */
export async function reseal(services: { database: Database; sealer: Sealer }): Promise<readonly ResealResult[]> {
  const all: ResealResult[] = []
  for (const what of Object.keys(sealedColumns)) all.push(await resealColumn(services, what))
  return all
}

async function resealColumn(
  { database, sealer }: { database: Database; sealer: Sealer },
  what: string,
): Promise<ResealResult> {
  let resealed = 0
  let unopened = 0
  for (;;) {
    const page = (await sealedColumns[what]?.(database.read, sealer.newest, { skip: unopened, limit: batch })) ?? []
    if (page.length === 0) return { what, resealed, unopened }
    const opened = page.flatMap((value) => {
      const text = openOrNull(sealer, value)
      return text === null ? [] : [{ ...value, again: sealer.seal(text, value.binding) }]
    })
    await database.transaction(async (tx) => {
      for (const { replace, again } of opened) await replace(tx, again)
    })
    resealed += opened.length
    unopened += page.length - opened.length
    crashPoint('rotate-key.page')
  }
}

function openOrNull(sealer: Sealer, { sealed, binding }: { sealed: string; binding: string }): string | null {
  try {
    return sealer.open(sealed, binding)
  } catch (error) {
    if (error instanceof UnsealFault) return null
    throw error
  }
}
