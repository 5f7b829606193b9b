import type { InboxEntry } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../data/session.ts'
import { settingsQuery } from '../../data/settings.ts'
import { ReadError } from '../../parts/read-error.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { useWords } from '../../words/words.ts'
import classes from './conversation.module.css'
import { conversationWords } from './conversation-words.ts'
import { useBrandTitles } from './use-brand-titles.ts'

/** Beside a conversation: what it is about, and what may be said. */
export function Facts({ entry: { post, profile_id, auto_reply } }: { readonly entry: InboxEntry }) {
  const t = useWords(conversationWords)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard.
    <aside className={classes.facts} aria-label={t.facts} tabIndex={0}>
      <h2>{t.post}</h2>
      <p className={classes.text}>{post.message || t.untitled}</p>
      <h2>{t.brand}</h2>
      <Brand profileId={profile_id} used={auto_reply?.facts} />
    </aside>
  )
}

interface Props {
  readonly profileId: string
  /** The facts in the reply beside them. */
  readonly used: readonly string[] | null | undefined
}

/** The facts from which the language model writes. */
export function Brand({ profileId, used }: Props) {
  const t = useWords(conversationWords)
  const titles = useBrandTitles()
  const mayChange = useMay('admin')
  const { data, error, refetch } = useQuery(settingsQuery(profileId))
  if (error && !data) return <ReadError what={t.brand} error={error} retry={refetch} />
  if (!data) return <Skeleton rows={3} widths={[1]} />
  // The keys of the words are the fields.
  const filled = (Object.keys(titles) as (keyof typeof titles)[]).filter((field) => data[field].trim() !== '')
  return (
    <>
      <p className="small third">
        {filled.length === 0 ? t.noBrand : t.brandText}{' '}
        {mayChange && (
          <Link to="/p/$profile/settings/brand" params={{ profile: profileId }} className="link">
            {t.changeBrand}
          </Link>
        )}
      </p>
      {filled.length > 0 && (
        <dl>
          {filled.map((field) => (
            <div key={field}>
              <dt className="label">
                {titles[field]}
                {used?.includes(field) && ` · ${t.used}`}
              </dt>
              <dd className={classes.text}>{data[field]}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
