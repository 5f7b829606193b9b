import type { Event, Polypost } from '@polypost/sdk'

const pageSize = 50

/**
 * Returns a function that reads the events that are new since its last call, the oldest first. Its first call finds
 * where “new” begins. An event can appear after one with a higher number, because transactions overlap. So the latest
 * numbers are known one by one.
 */
export function newEvents(client: Polypost, signal: AbortSignal): () => Promise<readonly Event[]> {
  /** Everything up to it is known. Null before the first call. */
  let floor: number | null = null
  let known: readonly number[] = []

  async function readDownTo(lowest: number | null): Promise<Event[]> {
    const found: Event[] = []
    for (let cursor: string | undefined; ; ) {
      const page = await client.events.list({ limit: pageSize, cursor }, { signal })
      found.push(...page.events)
      const last = page.events.at(-1)?.seq ?? 0
      if (page.next_cursor === null || last <= (lowest ?? last)) return found
      cursor = page.next_cursor
    }
  }

  return async () => {
    const above = floor ?? 0
    const found = (await readDownTo(floor)).filter(({ seq }) => seq > above && !known.includes(seq))
    const isFirst = floor === null
    const numbers = [...known, ...found.map(({ seq }) => seq)].sort((a, b) => b - a)
    known = numbers.slice(0, pageSize)
    floor = numbers[pageSize] ?? above
    if (isFirst && known.length === pageSize) floor = (known.at(-1) ?? 1) - 1
    return isFirst ? [] : found.toReversed()
  }
}
