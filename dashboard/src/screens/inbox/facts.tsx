import type { InboxEntry } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../data/session.ts'
import { settingsQuery } from '../../data/settings.ts'
import { ReadError } from '../../parts/read-error.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { brandWords } from '../../words/brand-words.ts'
import { useWords } from '../../words/words.ts'
import classes from './conversation.module.css'
import { conversationWords } from './conversation-words.ts'

/** Beside a conversation: what it is about, and what may be said. */
export function Facts({ entry: { post, profile_id } }: { readonly entry: InboxEntry }) {
  const t = useWords(conversationWords)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard.
    <aside className={classes.facts} aria-label={t.facts} tabIndex={0}>
      <h2>{t.post}</h2>
      <p className={classes.text}>{post.message || t.untitled}</p>
      <h2>{t.brand}</h2>
      <Brand profileId={profile_id} />
    </aside>
  )
}

/** The facts from which the language model writes. */
export function Brand({ profileId }: { readonly profileId: string }) {
  const t = useWords(conversationWords)
  const names = useWords(brandWords)
  const mayChange = useMay('admin')
  const { data, error, refetch } = useQuery(settingsQuery(profileId))
  if (error && !data) return <ReadError what={t.brand} error={error} retry={refetch} />
  if (!data) return <Skeleton rows={3} widths={[1]} />
  const titles = { ...names.fields, website_url: names.website }
  // The keys of the words are the fields.
  const filled = (Object.keys(titles) as (keyof typeof titles)[]).filter((field) => data[field].trim() !== '')
  return (
    <>
      <p className="small third">
        {filled.length === 0 ? t.noBrand : t.brandText}{' '}
        {mayChange && (
          <Link to="/settings/brand" className="link">
            {t.changeBrand}
          </Link>
        )}
      </p>
      {filled.length > 0 && (
        <dl>
          {filled.map((field) => (
            <div key={field}>
              <dt className="label">{titles[field]}</dt>
              <dd className={classes.text}>{data[field]}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}
