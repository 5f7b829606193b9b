import { useWords } from '../../../words/words.ts'
import classes from './dress.module.css'
import { hostOf } from './parts/card.tsx'
import { Face } from './parts/face.tsx'
import { Carousel } from './parts/media.tsx'
import { PostText } from './parts/post-text.tsx'
import { optionText, type Shown } from './parts/shown.ts'
import { Missing } from './parts/still.tsx'
import { previewWords } from './preview-words.ts'

export function PinterestPost({ preview, account, files, options }: Shown) {
  const t = useWords(previewWords)
  const title = optionText(options, 'title')
  const link = optionText(options, 'link')
  return (
    <div className={`${classes.post} ${classes.pinterest}`}>
      <div className={classes.pin}>
        {files.length === 0 ? (
          <Missing>{t.needsMedia}</Missing>
        ) : (
          <Carousel files={files} tallest={0.5} hasNumber={false} />
        )}
        <span className={classes.save}>{t.save}</span>
      </div>
      {link !== null && <p className={classes.by}>{hostOf(link)}</p>}
      {title !== null && <p className={classes.title}>{title}</p>}
      <PostText preview={preview} lines={2} />
      <p className={classes.row}>
        <Face account={account} size={28} />
        <b>{account.username}</b>
      </p>
    </div>
  )
}
