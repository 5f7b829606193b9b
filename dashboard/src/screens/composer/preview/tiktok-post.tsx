import { Icon } from '../../../parts/icon.tsx'
import { useWords } from '../../../words/words.ts'
import classes from './dress.module.css'
import { PostText } from './parts/post-text.tsx'
import { optionText, type Shown } from './parts/shown.ts'
import { Upright } from './parts/upright.tsx'
import { previewWords } from './preview-words.ts'

export function TiktokPost(shown: Shown) {
  const t = useWords(previewWords)
  const { account, preview, options } = shown
  const description = optionText(options, 'description')
  return (
    <Upright shown={shown} actions={['heart', 'comment', 'bookmark', 'share']}>
      <p className={classes.by}>
        <b>{account.name}</b>
      </p>
      <PostText preview={preview} lines={2} />
      {preview.post_type === 'photo' && description !== null && <p className="cut">{description}</p>}
      <p className={classes.sound}>
        <Icon name="music" size={12} /> {t.sound} – {account.name}
      </p>
    </Upright>
  )
}
