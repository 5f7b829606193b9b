import { Icon } from '../../parts/icon.tsx'
import { useWords } from '../../words/words.ts'
import { Actions } from '../shared/actions.tsx'
import { Face } from '../shared/face.tsx'
import { Carousel } from '../shared/media.tsx'
import classes from '../shared/post.module.css'
import { PostText } from '../shared/post-text.tsx'
import { postWords } from '../shared/post-words.ts'
import { Reel, Story } from '../shared/reel.tsx'
import type { PreviewedPost } from '../shared/shown.ts'
import { Missing } from '../shared/still.tsx'
import own from './post.module.css'

export function InstagramPost(shown: PreviewedPost) {
  const t = useWords(postWords)
  const { preview, account, files } = shown
  if (preview.post_type === 'reel') return <Reel {...shown} />
  if (preview.post_type === 'story') return <Story {...shown} />
  return (
    <div className={`${classes.post} ${own.instagram}`}>
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
