import { type Sealer, UnsealFault } from '../../crypto/seal.ts'
import type { Database } from '../../store/engine/database.ts'
import { sealedColumns } from '../../store/engine/sealed.ts'
import { crashPoint } from '../../system/crash-point.ts'

export interface Resealed {
  /** What was sealed. */
  readonly what: string
  readonly resealed: number
  /** No key that was given opens these; they stay as they are. */
  readonly unopened: number
}

const batch = 100

/**
 * Seals everything anew with the newest key. It can be broken off and run again, and may run beside processes that know
 * both keys: a value that changes meanwhile is left, and looked at again.
 */
export async function reseal(services: { database: Database; sealer: Sealer }): Promise<readonly Resealed[]> {
  const all: Resealed[] = []
  for (const what of Object.keys(sealedColumns)) all.push(await resealColumn(services, what))
  return all
}

async function resealColumn(
  { database, sealer }: { database: Database; sealer: Sealer },
  what: string,
): Promise<Resealed> {
  let resealed = 0
  let unopened = 0
  for (;;) {
    const page = (await sealedColumns[what]?.(database.read, sealer.newest, { skip: unopened, limit: batch })) ?? []
    if (page.length === 0) return { what, resealed, unopened }
    const opened = page.flatMap((value) => {
      const text = openOrNull(sealer, value)
      return text === null ? [] : [{ ...value, again: sealer.seal(text, value.place) }]
    })
    await database.transaction(async (tx) => {
      for (const { replace, again } of opened) await replace(tx, again)
    })
    resealed += opened.length
    unopened += page.length - opened.length
    crashPoint('rotate-key.page')
  }
}

function openOrNull(sealer: Sealer, { sealed, place }: { sealed: string; place: string }): string | null {
  try {
    return sealer.open(sealed, place)
  } catch (error) {
    if (error instanceof UnsealFault) return null
    throw error
  }
}
