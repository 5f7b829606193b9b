import { useWords } from '../../words/words.ts'
import { Actions } from '../shared/actions.tsx'
import { Card } from '../shared/card.tsx'
import { Face } from '../shared/face.tsx'
import { MediaGrid } from '../shared/media.tsx'
import classes from '../shared/post.module.css'
import { PostText } from '../shared/post-text.tsx'
import { postWords } from '../shared/post-words.ts'
import type { PreviewedPost } from '../shared/shown.ts'
import own from './post.module.css'

export function BlueskyPost({ preview, account, files, card }: PreviewedPost) {
  const t = useWords(postWords)
  return (
    <div className={`${classes.post} ${classes.beside} ${own.bluesky}`}>
      <Face account={account} size={40} />
      <div>
        <p className={classes.by}>
          <b>{account.name}</b> @{account.username} · {t.now}
        </p>
        <PostText preview={preview} />
        <div className={classes.rounded}>
          <MediaGrid files={files} tallest={0.5} widest={3} />
          {files.length === 0 && card !== null && <Card card={card} />}
        </div>
        <Actions items={['comment', 'repost', 'heart', 'share', 'more']} />
      </div>
    </div>
  )
}
