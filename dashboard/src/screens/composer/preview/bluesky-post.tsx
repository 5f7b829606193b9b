import { useWords } from '../../../words/words.ts'
import classes from './dress.module.css'
import { Actions } from './parts/actions.tsx'
import { Card } from './parts/card.tsx'
import { Face } from './parts/face.tsx'
import { MediaGrid } from './parts/media.tsx'
import { PostText } from './parts/post-text.tsx'
import type { Shown } from './parts/shown.ts'
import { previewWords } from './preview-words.ts'

export function BlueskyPost({ preview, account, files, card }: Shown) {
  const t = useWords(previewWords)
  return (
    <div className={`${classes.post} ${classes.bluesky}`}>
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
