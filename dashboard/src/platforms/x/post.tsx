import { useWords } from '../../words/words.ts'
import { Actions } from '../shared/actions.tsx'
import { Card } from '../shared/card.tsx'
import { Face } from '../shared/face.tsx'
import { MediaGrid } from '../shared/media.tsx'
import classes from '../shared/post.module.css'
import { PostText } from '../shared/post-text.tsx'
import { postWords } from '../shared/post-words.ts'
import type { PreviewedPost } from '../shared/shown.ts'

export function XPost({ preview, account, files, card }: PreviewedPost) {
  const t = useWords(postWords)
  return (
    <div className={`${classes.post} ${classes.beside}`}>
      <Face account={account} size={36} />
      <div>
        <p className={classes.by}>
          <b>{account.name}</b> @{account.username} · {t.now}
        </p>
        <PostText preview={preview} />
        <div className={classes.rounded}>
          <MediaGrid files={files} />
          {files.length === 0 && card !== null && <Card card={card} />}
        </div>
        <Actions items={['comment', 'repost', 'heart', 'views', 'bookmark']} />
      </div>
    </div>
  )
}
