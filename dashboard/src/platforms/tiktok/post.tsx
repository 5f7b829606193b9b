import { Icon } from '../../parts/icon.tsx'
import { useWords } from '../../words/words.ts'
import classes from '../shared/post.module.css'
import { PostText } from '../shared/post-text.tsx'
import { postWords } from '../shared/post-words.ts'
import { optionText, type PreviewedPost } from '../shared/shown.ts'
import { Upright } from '../shared/upright.tsx'
import own from './post.module.css'

export function TiktokPost(shown: PreviewedPost) {
  const t = useWords(postWords)
  const { account, preview, options } = shown
  const description = optionText(options, 'description')
  return (
    <Upright shown={shown} actions={['heart', 'comment', 'bookmark', 'share']}>
      <p className={classes.by}>
        <b>{account.name}</b>
      </p>
      <PostText preview={preview} lines={2} />
      {preview.post_type === 'photo' && description !== null && <p className="cut">{description}</p>}
      <p className={own.sound}>
        <Icon name="music" size={12} /> {t.sound} – {account.name}
      </p>
    </Upright>
  )
}
