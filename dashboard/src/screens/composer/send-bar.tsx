import type { Profile } from '@polypost/sdk'
import { useHasProfiles } from '../../data/profiles.ts'
import { useZone } from '../../data/zone.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/words.ts'
import type { WritingState } from './state/writing.ts'
import classes from './when.module.css'
import { WhenBar } from './when-bar.tsx'
import { whenWords } from './when-words.ts'

interface Props {
  readonly profile: Profile
  readonly writing: WritingState
}

const ownZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** Sends the post on its way, and says what hinders it. */
export function SendBar({ profile, writing }: Props) {
  const { when, setWhen, primary, secondary, sending } = writing
  const { zone } = useZone()
  const hasOthers = useHasProfiles()
  return (
    <WhenBar
      when={when}
      onChange={setWhen}
      zones={[...new Set([when.zone, zone, ownZone, 'UTC'])]}
      profileId={profile.id}
      error={writing.checks.timeError}
      of={hasOthers ? profile.name : null}
      primary={primary}
      secondary={secondary}
      isWorking={sending.kind === 'working' || sending.kind === 'waiting'}
    >
      <Outcome writing={writing} />
    </WhenBar>
  )
}

function Outcome({ writing: { sending, isBusyPressed, checks } }: { readonly writing: WritingState }) {
  const t = useWords(whenWords)
  const text = sending.kind === 'waiting' ? t.waiting : isBusyPressed ? t.fileBusy : null
  if (text !== null)
    return (
      <p className={classes.note} role="status" data-always>
        {text}
      </p>
    )
  // The things to fix are listed above, once.
  if (sending.kind !== 'failed' || checks.fixes.length > 0) return null
  return (
    <div className={classes.note} data-always>
      <Problem error={sending.error} />
    </div>
  )
}
