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
import { Reel, Story } from './reel.tsx'

export function FacebookPost(shown: Shown) {
  const t = useWords(previewWords)
  const { preview, account, files, card } = shown
  if (preview.post_type === 'reel') return <Reel {...shown} />
  if (preview.post_type === 'story') return <Story {...shown} />
  return (
    <div className={`${classes.post} ${classes.facebook}`}>
      <div className={classes.top}>
        <Face account={account} size={40} />
        <p className={classes.by}>
          <b>{account.name}</b>
          <span>
            {t.justNow} · <Icon name="globe" size={12} />
          </span>
        </p>
        <Icon name="more" size={20} />
      </div>
      <div className={classes.padded}>
        <PostText preview={preview} lines={5} />
      </div>
      <MediaGrid files={files} tallest={0.8} />
      {files.length === 0 && card !== null && <Card card={card} />}
      <Actions
        items={[
          ['like', t.like],
          ['comment', t.comment],
          ['share', t.share],
        ]}
      />
    </div>
  )
}
