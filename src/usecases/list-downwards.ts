interface DownwardsQuery {
  readonly limit: number
  readonly cursor?: string | undefined
  readonly before?: number | undefined
}

/** Where a page of a list that is read downwards begins, and how long it is. */
export const downwards = ({ limit, cursor, before }: DownwardsQuery) => ({
  limit,
  before: cursor === undefined ? before : Number(cursor),
})

/** Where the next page begins, under both names; undefined: there is none. */
export const nextDownwards = (last: number | undefined) => ({
  next_cursor: last === undefined ? null : String(last),
  next_before: last ?? null,
})
