import type { Media } from '@polypost/sdk'
import { Link } from '@tanstack/react-router'
import { useHere } from '../../data/scope.ts'
import { useWords } from '../../words/words.ts'
import classes from './media.module.css'
import { libraryWords } from './media-library-words.ts'

/** The newest posts and drafts with a file, and how many more there are. */
export function Uses({ posts, deleted_posts, drafts }: Media['used_in']) {
  const here = useHere()
  const t = useWords(libraryWords)
  if (posts.count + deleted_posts.count + drafts.count === 0) return t.unused
  const others = posts.count + drafts.count - posts.newest.length - drafts.newest.length
  return (
    <ul className={classes.uses}>
      {posts.newest.map((id) => (
        <li key={id}>
          <Link to="/p/$profile/posts/$id" params={{ ...here, id: String(id) }} className="link">
            {t.post(id)}
          </Link>
        </li>
      ))}
      {drafts.newest.map((id) => (
        <li key={id}>
          <Link to="/p/$profile/drafts/$id" params={{ ...here, id }} className="link">
            {t.draft} {id.slice(0, 8)}
          </Link>
        </li>
      ))}
      {deleted_posts.count > 0 && <li>{t.deletedPosts(deleted_posts.count)}</li>}
      {others > 0 && <li>{t.others(others)}</li>}
    </ul>
  )
}
