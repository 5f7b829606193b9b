import { useWords } from '../../../words/words.ts'
import classes from './dress.module.css'
import { Actions } from './parts/actions.tsx'
import { Card } from './parts/card.tsx'
import { Face } from './parts/face.tsx'
import { clampedAspect, MediaGrid } from './parts/media.tsx'
import { PostText } from './parts/post-text.tsx'
import type { Shown } from './parts/shown.ts'
import { Still } from './parts/still.tsx'
import { previewWords } from './preview-words.ts'

export function ThreadsPost({ preview, account, files, card }: Shown) {
  const t = useWords(previewWords)
  return (
    <div className={`${classes.post} ${classes.threads}`}>
      <Face account={account} size={36} />
      <div>
        <p className={classes.by}>
          <b>{account.username}</b> {t.now}
        </p>
        <PostText preview={preview} lines={12} />
        {files.length > 1 ? (
          <div className={classes.reelRow}>
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
