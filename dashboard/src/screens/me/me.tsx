import { Screen } from '../../parts/screen.tsx'
import { useWords } from '../../words/words.ts'
import classes from './me.module.css'
import { meWords } from './me-words.ts'
import { NameAndAddress } from './name-and-address.tsx'
import { Password } from './password.tsx'
import { SecondFactor } from './second-factor.tsx'
import { Sessions } from './sessions.tsx'
import { SingleSignOn } from './single-sign-on.tsx'

/** The account of the person who is signed in. */
export function Me() {
  const t = useWords(meWords)
  return (
    <Screen title={t.title}>
      <div className={classes.sections}>
        <NameAndAddress />
        <Password />
        <SecondFactor />
        <SingleSignOn />
        <Sessions />
      </div>
    </Screen>
  )
}
