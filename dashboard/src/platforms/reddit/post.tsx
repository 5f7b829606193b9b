import { Icon } from '../../parts/icon.tsx'
import { useWords } from '../../words/words.ts'
import { Card } from '../shared/card.tsx'
import { Face } from '../shared/face.tsx'
import { Carousel } from '../shared/media.tsx'
import classes from '../shared/post.module.css'
import { PostText } from '../shared/post-text.tsx'
import { postWords } from '../shared/post-words.ts'
import { firstLine, optionText, type PreviewedPost } from '../shared/shown.ts'
import own from './post.module.css'

export function RedditPost({ preview, account, files, options, card }: PreviewedPost) {
  const t = useWords(postWords)
  const community = optionText(options, 'subreddit') ?? optionText(options, 'subredditName') ?? '…'
  const named = optionText(options, 'title')
  const title = named ?? firstLine(preview.text)
  const rest = named === null ? preview.text.trim().slice(title.length).trim() : preview.text
  const body = preview.limit !== null && preview.length > preview.limit ? preview : { ...preview, text: rest }
  const flair = optionText(options, 'flair_text')
  return (
    <div className={`${classes.post} ${own.reddit}`}>
      <p className={`${classes.row} ${own.by}`}>
        <Face account={account} size={24} />
        <b>{community.startsWith('u_') ? `u/${community.slice(2)}` : `r/${community}`}</b>
        <span className={classes.dim}>· {t.now}</span>
      </p>
      <p className={`${classes.title} ${own.title}`}>{title}</p>
      {flair !== null && <span className={own.flair}>{flair}</span>}
      <PostText preview={body} lines={6} />
      <div className={`${classes.rounded} ${own.rounded}`}>
        <Carousel files={files} tallest={0.75} />
        {card !== null && optionText(options, 'url') !== null && <Card card={card} layout="side" />}
      </div>
      <div className={own.votes}>
        <span>
          <Icon name="arrow-up" /> 1 <Icon name="arrow-down" />
        </span>
        <span>
          <Icon name="comment" /> 0
        </span>
        <span>
          <Icon name="share" /> {t.share}
        </span>
      </div>
    </div>
  )
}
