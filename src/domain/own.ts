/** What a record has under a name that others have chosen. `constructor` and its like are in every object, and in no record. */
export const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
