import { Button } from '@mantine/core'
import type { Draft } from '@polypost/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { polypost } from '../../data/client.ts'
import { useMay } from '../../data/session.ts'
import { Marks } from '../../parts/marks.tsx'
import { Problem } from '../../parts/problem.tsx'
import { RowProfile } from '../../parts/row-profile.tsx'
import { State } from '../../parts/state.tsx'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import { Decision } from './decision.tsx'
import { DraftMenu } from './draft-menu.tsx'
import classes from './drafts.module.css'
import { draftWords } from './drafts-words.ts'

/** A draft or a template: its text, where it goes, and what can be done with it. */
export function DraftRow({ draft }: { readonly draft: Draft }) {
  const t = useWords(draftWords)
  const times = useTimes()
  const changed = times.relative(draft.updated_at) ?? times.time(draft.updated_at)
  const [line = ''] = draft.message.trim().split('\n')
  const isWaiting = draft.status === 'awaiting_approval'
  return (
    <li className={classes.draft}>
      <State state={isWaiting ? 'needs' : 'draft'} short />
      <div className={classes.text}>
        <Link to="/p/$profile/drafts/$id" params={{ profile: draft.profile_id, id: draft.id }} className={classes.name}>
          <RowProfile id={draft.profile_id} />
          {line || t.untitled}
        </Link>
        <p className="small third">{t.changed(changed, (draft.updated_by ?? draft.created_by)?.name)}</p>
        {isWaiting ? <Request draft={draft} /> : <Returned draft={draft} />}
      </div>
      <Marks platforms={draft.platforms} />
      <div className={classes.actions}>
        {draft.template && <Use draft={draft} />}
        <DraftMenu draft={draft} />
      </div>
    </li>
  )
}

/** Who asks for an approval, and for when. */
function Request({ draft }: { readonly draft: Draft }) {
  const t = useWords(draftWords)
  const times = useTimes()
  const mayDecide = useMay('editor')
  const { approval } = draft
  if (approval === null) return null
  const asked = times.relative(approval.requested_at) ?? times.time(approval.requested_at)
  const wanted =
    approval.scheduled_at === null
      ? t.wantedNow
      : approval.scheduled_at === 'next_slot'
        ? t.wantedSlot
        : t.wanted(times.full(approval.scheduled_at))
  return (
    <>
      <p>
        {t.asks(approval.requested_by.name, asked)} {wanted}
      </p>
      {mayDecide && <Decision draft={draft} />}
    </>
  )
}

/** The note of an editor when the draft came back. */
function Returned({ draft: { approval } }: { readonly draft: Draft }) {
  const t = useWords(draftWords)
  if (approval?.outcome !== 'returned') return null
  return (
    <p className={classes.note}>
      <b>{t.returned(approval.decided_by?.name ?? '')}</b> {approval.note ?? t.noNote}
    </p>
  )
}

/** A template becomes a draft of its own. */
function Use({ draft }: { readonly draft: Draft }) {
  const t = useWords(draftWords)
  const navigate = useNavigate()
  const queries = useQueryClient()
  const use = useMutation({
    mutationFn: () => polypost.drafts.duplicate(draft.id),
    onSuccess: async ({ id, profile_id }) => {
      await queries.invalidateQueries({ queryKey: ['drafts'] })
      await navigate({ to: '/p/$profile/drafts/$id', params: { profile: profile_id, id } })
    },
  })
  return (
    <>
      <Button size="xs" loading={use.isPending} onClick={() => use.mutate()}>
        {t.use}
      </Button>
      <Problem error={use.error} />
    </>
  )
}
