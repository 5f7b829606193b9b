const usual = Intl.supportedValuesOf('timeZone')

/** How a zone is searched: “europe warsaw”. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[_/\s]+/g, ' ')
    .trim()

const plainCityOf = (zone: string): string => plain(zone.split('/').at(-1) ?? zone)

/** The zones to choose from. Those that are in use come first, whatever a browser calls them. */
export const allZones = (inUse: readonly string[]): string[] => [...new Set([...inUse, 'UTC', ...usual])]

/** The zones whose name has all these letters; those whose city begins with them come first. */
export function findZones(zones: readonly string[], search: string): string[] {
  const wanted = plain(search)
  const found = zones.filter((zone) => plain(zone).includes(wanted))
  const begins = (zone: string): number => (plainCityOf(zone).startsWith(wanted) ? 0 : 1)
  return found.toSorted((one, other) => begins(one) - begins(other))
}
