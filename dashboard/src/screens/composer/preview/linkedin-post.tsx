import { Icon } from '../../../parts/icon.tsx'
import { useWords } from '../../../words/words.ts'
import classes from './dress.module.css'
import { Actions } from './parts/actions.tsx'
import { Card } from './parts/card.tsx'
import { Face } from './parts/face.tsx'
import { MediaGrid } from './parts/media.tsx'
import { PostText } from './parts/post-text.tsx'
import type { Shown } from './parts/shown.ts'
import { previewWords } from './preview-words.ts'

export function LinkedinPost({ preview, account, files, card }: Shown) {
  const t = useWords(previewWords)
  return (
    <div className={`${classes.post} ${classes.linkedin}`}>
      <div className={classes.top}>
        <Face account={account} size={40} shape={account.isPage ? 'square' : 'round'} />
        <p className={classes.by}>
          <b>{account.name}</b>
          <span>
            {t.now} · <Icon name="globe" size={12} />
          </span>
        </p>
        <Icon name="more" size={20} />
      </div>
      <div className={classes.padded}>
        <PostText preview={preview} lines={3} />
      </div>
      <MediaGrid files={files} />
      {files.length === 0 && card !== null && (
        <div className={classes.padded}>
          <Card card={card} layout="side" />
        </div>
      )}
      <Actions
        layout="stacked"
        items={[
          ['like', t.like],
          ['comment', t.comment],
          ['repost', t.repost],
          ['send', t.send],
        ]}
      />
    </div>
  )
}
