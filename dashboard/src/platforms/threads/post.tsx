import { useWords } from '../../words/words.ts'
import { Actions } from '../shared/actions.tsx'
import { Card } from '../shared/card.tsx'
import { Face } from '../shared/face.tsx'
import { clampedAspect, MediaGrid } from '../shared/media.tsx'
import classes from '../shared/post.module.css'
import { PostText } from '../shared/post-text.tsx'
import { postWords } from '../shared/post-words.ts'
import type { PreviewedPost } from '../shared/shown.ts'
import { Still } from '../shared/still.tsx'
import own from './post.module.css'

export function ThreadsPost({ preview, account, files, card }: PreviewedPost) {
  const t = useWords(postWords)
  return (
    <div className={`${classes.post} ${classes.beside} ${own.threads}`}>
      <Face account={account} size={36} />
      <div>
        <p className={classes.by}>
          <b>{account.username}</b> {t.now}
        </p>
        <PostText preview={preview} lines={12} />
        {files.length > 1 ? (
          <div className={own.row}>
            {files.map((file) => (
              <span key={file.url} style={{ aspectRatio: clampedAspect(file, 0.6, 1.5) }}>
                <Still file={file} />
              </span>
            ))}
          </div>
        ) : (
          <div className={classes.rounded}>
            <MediaGrid files={files} tallest={0.7} />
            {files.length === 0 && card !== null && <Card card={card} />}
          </div>
        )}
        <Actions items={['heart', 'comment', 'repost', 'send']} layout="left" size={18} />
      </div>
    </div>
  )
}
