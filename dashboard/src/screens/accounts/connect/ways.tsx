import { Button } from '@mantine/core'
import { useWords } from '../../../words/words.ts'
import classes from './connect.module.css'
import { connectWords } from './connect-words.ts'

interface Props {
  readonly isSimulated: boolean
  readonly choose: (isSimulated: boolean) => void
}

export function Ways({ isSimulated, choose }: Props) {
  const t = useWords(connectWords)
  return (
    <fieldset className={classes.ways} aria-label={t.which}>
      <Button className={classes.way} aria-pressed={!isSimulated} onClick={() => choose(false)}>
        {t.real}
      </Button>
      <Button className={classes.way} aria-pressed={isSimulated} onClick={() => choose(true)}>
        {t.simulated}
      </Button>
    </fieldset>
  )
}
