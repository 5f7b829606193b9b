import { type ComboboxItem, type OptionsFilter, Select } from '@mantine/core'
import { useMemo, useSyncExternalStore } from 'react'
import { ownZone } from '../../../data/zone.tsx'
import { useLanguage } from '../../../words/language.tsx'
import { timesIn } from '../../../words/times.ts'
import { useWords } from '../../../words/words.ts'
import classes from './times.module.css'
import { timesWords } from './times-words.ts'
import { allZones, findZones } from './zones.ts'

const second = 1_000
const minute = 60 * second

const everySecond = (tell: () => void) => {
  const timer = setInterval(tell, second)
  return () => clearInterval(timer)
}

/** The minute that it is, in milliseconds. */
const useMinute = (): number => useSyncExternalStore(everySecond, () => Math.floor(Date.now() / minute) * minute)

interface Props {
  readonly zone: string
  /** The zone that is saved; null: none. */
  readonly saved: string | null
  readonly choose: (zone: string) => void
}

/** More are not shown at once. */
const mostShown = 40

/** One of the zones of the IANA list, found by a few letters. */
export function ZoneField({ zone, saved, choose }: Props) {
  const t = useWords(timesWords)
  const { locale } = useLanguage()
  const now = useMinute()
  const here = timesIn(locale, zone)
  const zones = useMemo(() => allZones([...(saved === null ? [] : [saved]), ownZone]), [saved])
  return (
    <>
      <Select
        className={classes.zone}
        label={t.zone}
        description={t.now(here.clock(now), here.zoneName(now))}
        inputWrapperOrder={['label', 'input', 'description']}
        searchable
        allowDeselect={false}
        data={zones}
        value={zone}
        limit={mostShown}
        filter={bySearch}
        nothingFoundMessage={t.noZone}
        renderOption={({ option }) => <ZoneOption zone={option.value} now={now} />}
        onChange={(next) => next !== null && choose(next)}
      />
      {saved === null && <p className="small second">{t.notChosen}</p>}
      {saved !== null && saved !== zone && <p className="small second">{t.whatChanges(cityOf(saved), cityOf(zone))}</p>}
    </>
  )
}

const cityOf = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone

const bySearch: OptionsFilter = ({ options, search, limit }) => {
  const items = options as ComboboxItem[] // There are no groups.
  const byName = new Map(items.map((item) => [item.value, item]))
  return findZones([...byName.keys()], search)
    .slice(0, limit)
    .flatMap((zone) => byName.get(zone) ?? [])
}

function ZoneOption({ zone, now }: { readonly zone: string; readonly now: number }) {
  const { locale } = useLanguage()
  const { clock, zoneName } = timesIn(locale, zone)
  return (
    <span className={classes.option}>
      <span>{zone.replaceAll('_', ' ')}</span>
      <span className="small third numbers">
        {clock(now)}, {zoneName(now).split(', ').at(-1)}
      </span>
    </span>
  )
}
