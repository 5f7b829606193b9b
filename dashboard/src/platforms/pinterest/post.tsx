import { useWords } from '../../words/words.ts'
import { hostOf } from '../shared/card.tsx'
import { Face } from '../shared/face.tsx'
import { Carousel } from '../shared/media.tsx'
import classes from '../shared/post.module.css'
import { PostText } from '../shared/post-text.tsx'
import { postWords } from '../shared/post-words.ts'
import { optionText, type PreviewedPost } from '../shared/shown.ts'
import { Missing } from '../shared/still.tsx'
import own from './post.module.css'

export function PinterestPost({ preview, account, files, options }: PreviewedPost) {
  const t = useWords(postWords)
  const title = optionText(options, 'title')
  const link = optionText(options, 'link')
  return (
    <div className={`${classes.post} ${own.pinterest}`}>
      <div className={own.pin}>
        {files.length === 0 ? (
          <Missing>{t.needsMedia}</Missing>
        ) : (
          <Carousel files={files} tallest={0.5} hasNumber={false} />
        )}
        <span className={own.save}>{t.save}</span>
      </div>
      {link !== null && <p className={classes.by}>{hostOf(link)}</p>}
      {title !== null && <p className={`${classes.title} ${own.title}`}>{title}</p>}
      <PostText preview={preview} lines={2} />
      <p className={classes.row}>
        <Face account={account} size={28} />
        <b>{account.username}</b>
      </p>
    </div>
  )
}
