import { Screen } from '../../parts/screen.tsx'
import { Sections } from '../../parts/section.tsx'
import { useWords } from '../../words/words.ts'
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
      <Sections>
        <NameAndAddress />
        <Password />
        <SecondFactor />
        <SingleSignOn />
        <Sessions />
      </Sections>
    </Screen>
  )
}
