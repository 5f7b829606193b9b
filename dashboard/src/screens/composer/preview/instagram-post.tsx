import { Icon } from '../../../parts/icon.tsx'
import { useWords } from '../../../words/words.ts'
import classes from './dress.module.css'
import { Actions } from './parts/actions.tsx'
import { Face } from './parts/face.tsx'
import { Carousel } from './parts/media.tsx'
import { PostText } from './parts/post-text.tsx'
import type { Shown } from './parts/shown.ts'
import { Missing } from './parts/still.tsx'
import { previewWords } from './preview-words.ts'
import { Reel, Story } from './reel.tsx'

export function InstagramPost(shown: Shown) {
  const t = useWords(previewWords)
  const { preview, account, files } = shown
  if (preview.post_type === 'reel') return <Reel {...shown} />
  if (preview.post_type === 'story') return <Story {...shown} />
  return (
    <div className={`${classes.post} ${classes.instagram}`}>
      <div className={classes.top}>
        <Face account={account} size={32} />
        <p className={classes.by}>
          <b>{account.username}</b>
        </p>
        <Icon name="more" />
      </div>
      {files.length === 0 ? <Missing>{t.needsMedia}</Missing> : <Carousel files={files} />}
      <Actions items={['heart', 'comment', 'send']} layout="left" size={22} last={<Icon name="bookmark" size={22} />} />
      <div className={classes.padded}>
        <PostText preview={preview} lines={2} lead={account.username} />
      </div>
    </div>
  )
}
