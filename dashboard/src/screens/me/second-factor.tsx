import { useState } from 'react'
import { useSession } from '../../data/session.ts'
import { Section } from '../../parts/section.tsx'
import { useWords } from '../../words/words.ts'
import { meWords } from './me-words.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TurnOff } from './turn-off.tsx'
import { TurnOn } from './turn-on.tsx'
import { useReadAgain } from './use-read-again.ts'

export function SecondFactor() {
  const t = useWords(meWords)
  const { person } = useSession()
  const readAgain = useReadAgain()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  return (
    <Section title={t.factor}>
      {codes !== null ? (
        <RecoveryCodes
          codes={codes}
          done={() => {
            setCodes(null)
            void readAgain()
          }}
        />
      ) : person.has_second_factor ? (
        <>
          <p className="second">{t.factorOn(person.recovery_codes_left)}</p>
          <TurnOff />
        </>
      ) : (
        <TurnOn text={t.factorOff} show={setCodes} />
      )}
    </Section>
  )
}
