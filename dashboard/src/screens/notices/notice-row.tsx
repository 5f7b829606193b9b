import type { HealthCheck, Notice } from '@polypost/sdk'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { fixLinkOf } from '../../data/notices.ts'
import { titleOf } from '../../data/platforms.ts'
import { profilesQuery } from '../../data/profiles.ts'
import { Marks } from '../../parts/marks.tsx'
import { State } from '../../parts/state.tsx'
import type { StateShape } from '../../parts/state-shapes.tsx'
import { noticeWords } from '../../words/notice-words.ts'
import { useNumbers } from '../../words/numbers.ts'
import { useTimes } from '../../words/times.ts'
import { useWords } from '../../words/words.ts'
import classes from './notices.module.css'

const failed: readonly Notice['type'][] = ['post_failed', 'account_reconnect', 'account_blocked', 'webhook_disabled']

const shapeOf = ({ type }: Notice): StateShape => (failed.includes(type) ? 'failed' : 'needs')

/** One thing to do, with a link to where it is done. */
export function NoticeRow({ notice }: { readonly notice: Notice }) {
  const t = useWords(noticeWords)
  const times = useTimes()
  const { list } = useNumbers()
  const profile = useOtherProfile(notice.profile_id)
  const { type, since, until, platforms, title } = notice
  const sentence = t.sentences[type](list(platforms.map(titleOf)), until === null ? '' : times.time(until))
  return (
    <li className={classes.row}>
      <State state={shapeOf(notice)} short />
      <div className={classes.text}>
        <Link {...fixLinkOf(notice)} className={classes.name}>
          {title || t.untitled}
        </Link>
        <p className="small second">
          {sentence} {profile !== null && <span className="third">{profile}</span>}
        </p>
      </div>
      {platforms.length > 0 ? <Marks platforms={platforms} /> : <span />}
      {since !== null && (
        <time className={classes.time} dateTime={since} title={times.time(since)}>
          {times.relative(since) ?? times.time(since)}
        </time>
      )}
    </li>
  )
}

/** The name of the profile, where there are several. */
function useOtherProfile(id: string | null): string | null {
  const { profiles } = useSuspenseQuery(profilesQuery).data
  return profiles.length > 1 ? (profiles.find((profile) => profile.id === id)?.name ?? null) : null
}

/** A fault of the instance itself. */
export const ErrorRow = ({ check: { summary, remedy } }: { readonly check: HealthCheck }) => (
  <li className={classes.row}>
    <State state="failed" short />
    <div className={classes.text}>
      <Link to="/health" className={classes.name}>
        {summary}
      </Link>
      <p className="small second">{remedy}</p>
    </div>
  </li>
)
