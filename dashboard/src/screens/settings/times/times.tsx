import type { GetSlotsResult } from '@polypost/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { polypost } from '../../../data/client.ts'
import { useOneProfile } from '../../../data/scope.ts'
import { useMay } from '../../../data/session.ts'
import { ownZone, slotsQuery } from '../../../data/zone.tsx'
import { ReadError } from '../../../parts/read-error.tsx'
import { Skeleton } from '../../../parts/skeleton.tsx'
import { useWords } from '../../../words/words.ts'
import { Crossed } from '../crossed.tsx'
import { SaveBar } from '../save-bar.tsx'
import { Section } from '../section.tsx'
import { settingsWords } from '../settings-words.ts'
import { useEdits } from '../use-edits.ts'
import { useSave } from '../use-save.ts'
import { AddSlots } from './add-slots.tsx'
import { NextSlots } from './next-slots.tsx'
import { timesWords } from './times-words.ts'
import { without } from './week.ts'
import { useSlotsText, WeekSlots } from './week-slots.tsx'
import { ZoneField } from './zone-field.tsx'

type Plan = Pick<GetSlotsResult, 'timezone' | 'slots'>

/** The zone of the profile and its posting times. The service keeps them as one. */
export function Times() {
  const t = useWords(timesWords)
  const { id } = useOneProfile()
  const { data, error, refetch } = useQuery({ ...slotsQuery(id), staleTime: 0 })
  if (data) return <PlanForm key={id} saved={data} />
  if (error) return <ReadError what={t.what} error={error} retry={refetch} />
  return <Skeleton rows={8} widths={[2, 5]} />
}

function PlanForm({ saved }: { readonly saved: Plan }) {
  const t = useWords(timesWords)
  const may = useMay('admin')
  const edits = useEdits<Plan>({ timezone: saved.timezone, slots: saved.slots })
  const { slots, timezone } = edits.shown
  const slotsText = useSlotsText()
  const saving = usePlanSave(saved, edits.changes)
  return (
    <>
      <Section title={t.zoneTitle} text={t.zoneText}>
        {may ? (
          <ZoneField zone={timezone ?? ownZone} saved={saved.timezone} choose={(zone) => edits.set('timezone', zone)} />
        ) : (
          <p>{timezone ?? ownZone}</p>
        )}
        {edits.crossed.includes('timezone') && (
          <Crossed text={saved.timezone ?? ''} take={() => edits.forget('timezone')} />
        )}
      </Section>
      <Section title={t.slotsTitle} text={t.slotsText}>
        {slots.length === 0 && may && <p className="second">{t.empty}</p>}
        {may && <AddSlots slots={slots} change={(next) => edits.set('slots', next)} />}
        <WeekSlots slots={slots} remove={may ? (slot) => edits.set('slots', without(slots, slot)) : null} />
        {edits.crossed.includes('slots') && (
          <Crossed text={slotsText(saved.slots)} take={() => edits.forget('slots')} />
        )}
      </Section>
      <Section title={t.nextTitle} text={t.nextText}>
        <NextSlots />
      </Section>
      {may ? <SaveBar edits={edits} saving={saving} /> : <MayNot />}
    </>
  )
}

const MayNot = () => <p className="small third">{useWords(settingsWords).mayNot}</p>

function usePlanSave(saved: Plan, changes: Partial<Plan>) {
  const { id } = useOneProfile()
  const queries = useQueryClient()
  const query = slotsQuery(id)
  return useSave<Plan>({
    saved,
    changes,
    read: () => queries.fetchQuery({ ...query, staleTime: 0 }),
    write: async ({ timezone, slots }, now) => {
      const plan = { timezone: timezone ?? now.timezone ?? ownZone, slots: slots ?? now.slots }
      queries.setQueryData(query.queryKey, await polypost.slots.set(id, plan))
      await queries.invalidateQueries({ queryKey: ['posts'] })
    },
  })
}
