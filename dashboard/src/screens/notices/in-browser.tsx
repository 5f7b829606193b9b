import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { switchOff, switchOn, useBrowserNotices } from '../../data/browser-notices.ts'
import { useHere } from '../../data/scope.ts'
import { useWords } from '../../words/words.ts'
import classes from './notices.module.css'
import { noticesWords } from './notices-words.ts'

/** Whether the browser shows new notices, by the person’s choice. */
export function InBrowser() {
  const here = useHere()
  const t = useWords(noticesWords)
  const state = useBrowserNotices()
  const navigate = useNavigate()
  const turnOn = () =>
    switchOn({
      tag: 'polypost',
      title: t.first,
      body: t.firstText,
      onPress: () => void navigate({ to: '/p/$profile/needs-attention', params: here }),
    })
  return (
    <section className={classes.browser} aria-label={t.browser}>
      <h2>{t.browser}</h2>
      <p className="second" role="status">
        {{ on: t.isOn, off: t.isOff, refused: t.refused, missing: t.missing }[state]}
      </p>
      {state === 'off' && <Button onClick={turnOn}>{t.turnOn}</Button>}
      {state === 'on' && <Button onClick={switchOff}>{t.turnOff}</Button>}
    </section>
  )
}
