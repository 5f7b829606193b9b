import type { PlatformName } from '../../../data/platforms.ts'
import { usePlatformWords } from '../../../platforms/loaded.ts'
import { useWords } from '../../../words/words.ts'
import classes from './connect.module.css'
import { connectWords } from './connect-words.ts'

/** The things that a person must have before anything here can work. */
export function Needs({ platform }: { readonly platform: PlatformName }) {
  const t = useWords(connectWords)
  const { facts, console } = usePlatformWords(platform)
  return (
    <>
      <ul className={classes.facts}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      {console !== null && (
        <a className="link small" href={console} target="_blank" rel="noreferrer">
          {t.console(new URL(console).host)}
        </a>
      )}
      <p className="small third">
        {t.guide} <code>docs/platforms/{platform}.md</code>
      </p>
    </>
  )
}
