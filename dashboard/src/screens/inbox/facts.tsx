import type { InboxEntry } from '@polypost/sdk'
import { useQuery } from '@tanstack/react-query'
import { brandQuery } from '../../data/inbox.ts'
import { ReadError } from '../../parts/read-error.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
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

type Field = keyof (typeof conversationWords)['en']['fields']

/** The facts from which the language model writes. */
export function Brand({ profileId }: { readonly profileId: string }) {
  const t = useWords(conversationWords)
  const { data, error, refetch } = useQuery(brandQuery(profileId))
  if (error && !data) return <ReadError what={t.brand} error={error} retry={refetch} />
  if (!data) return <Skeleton rows={3} widths={[1]} />
  // The keys of the words are the fields.
  const filled = (Object.keys(t.fields) as Field[]).filter((field) => data[field].trim() !== '')
  if (filled.length === 0) return <p className="small third">{t.noBrand}</p>
  return (
    <>
      <p className="small third">{t.brandText}</p>
      <dl>
        {filled.map((field) => (
          <div key={field}>
            <dt className="label">{t.fields[field]}</dt>
            <dd className={classes.text}>{data[field]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
