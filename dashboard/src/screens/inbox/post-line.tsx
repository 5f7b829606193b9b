import { Button } from '@mantine/core'
import type { InboxEntry } from '@polypost/sdk'
import { Link } from '@tanstack/react-router'
import { titleOf } from '../../data/platforms.ts'
import { State } from '../../parts/state.tsx'
import { useTimes } from '../../words/times.ts'
import { titleOfText } from '../../words/title-of-text.ts'
import { useWords } from '../../words/words.ts'
import classes from './conversation.module.css'
import { conversationWords } from './conversation-words.ts'

interface Props {
  readonly entry: InboxEntry
  /** Null for people who may not. */
  readonly markUnread: (() => void) | null
}

/** The post that the comment is about. */
export function PostLine({ entry: { post, profile_id }, markUnread }: Props) {
  const t = useWords(conversationWords)
  const times = useTimes()
  return (
    <header className={classes.post}>
      <div className={classes.about}>
        <h2 className="cut">{titleOfText(post.message) || t.untitled}</h2>
        <p className={classes.published}>
          <State state="done">{t.published(titleOf(post.platform))}</State>
          {post.posted_at !== null && <time dateTime={post.posted_at}>{times.time(post.posted_at)}</time>}
        </p>
      </div>
      <div className={classes.postActions}>
        {markUnread && (
          <Button size="xs" variant="subtle" onClick={markUnread}>
            {t.markUnread}
          </Button>
        )}
        <Button
          size="xs"
          variant="subtle"
          renderRoot={(props) => (
            <Link to="." search={(now) => ({ ...now, post: post.post_id })} resetScroll={false} {...props} />
          )}
        >
          {t.ofPost}
        </Button>
        <Button
          size="xs"
          variant="subtle"
          renderRoot={(props) => (
            <Link to="/p/$profile/posts/$id" params={{ profile: profile_id, id: String(post.post_id) }} {...props} />
          )}
        >
          {t.openPost}
        </Button>
      </div>
    </header>
  )
}
