/** The part of a process's slots that is kept for users who have none yet. */
const reserved = 1 / 4

export interface Share {
  /** How many more jobs of a user may be taken. */
  readonly slotsFor: (userId: number) => number
  readonly fullUsers: readonly number[]
}

/** Divides the slots evenly among users who have some, so that a user with many due jobs does not delay a user with one. */
export function shareOf(userIds: readonly number[], slots: number): Share {
  const takenOf = new Map<number, number>()
  for (const id of userIds) takenOf.set(id, (takenOf.get(id) ?? 0) + 1)
  const share = Math.max(1, Math.floor((slots * (1 - reserved)) / Math.max(1, takenOf.size)))
  return {
    slotsFor: (id) => share - (takenOf.get(id) ?? 0),
    fullUsers: [...takenOf].flatMap(([id, count]) => (count >= share ? [id] : [])),
  }
}
