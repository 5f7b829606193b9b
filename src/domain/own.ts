/** The value in a record under a name from others. `constructor` and its like are in every object, but in no record. */
export const own = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
