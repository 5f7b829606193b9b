import { words } from '../../../words/words.ts'

export const timesWords = words(
  {
    what: 'The posting times',
    zoneTitle: 'Time zone',
    zoneText: 'The calendar and all times of this profile are shown in it.',
    zone: 'Time zone',
    now: (time: string, city: string) => `It is ${time} there now (${city}).`,
    notChosen: 'Nobody has chosen a zone yet, so everybody sees the one of the own browser. Save to choose this one.',
    noZone: 'No time zone has these letters. Type a large city, such as Warsaw.',
    whatChanges: (from: string, to: string) =>
      `After you save, planned posts still go out at their moment, and are shown in the new zone. Posting times keep their clock: 09:00 is no longer 09:00 in ${from}, but in ${to}.`,
    slotsTitle: 'Posting times',
    slotsText: 'A post for the “next free slot” takes the first of these times that no other post has.',
    none: 'No times',
    empty: 'There are no posting times yet. Add some, and a post can take the next free one.',
    time: 'Time',
    on: 'On',
    add: 'Add',
    noDay: 'Choose at least one day.',
    tooMany: (most: number) => `There can be at most ${most} times in a week. Remove some first.`,
    remove: (day: string, time: string) => `Remove ${day}, ${time}`,
    nextTitle: 'Next free slots',
    nextText: 'As saved. Times that a post has are left out.',
    nextNone: 'None: there are no posting times, or all of them have a post for the next 52 weeks.',
  },
  {
    what: 'Die Posting-Zeiten',
    zoneTitle: 'Zeitzone',
    zoneText: 'In ihr werden der Kalender und alle Zeiten dieses Profils gezeigt.',
    zone: 'Zeitzone',
    now: (time: string, city: string) => `Dort ist es jetzt ${time} (${city}).`,
    notChosen:
      'Noch hat niemand eine Zone gewählt, daher sehen alle die ihres Browsers. Speichern Sie, um diese zu wählen.',
    noZone: 'Keine Zeitzone hat diese Buchstaben. Tippen Sie eine große Stadt auf Englisch, etwa Warsaw.',
    whatChanges: (from: string, to: string) =>
      `Nach dem Speichern gehen geplante Beiträge weiter zu ihrem Zeitpunkt hinaus und werden in der neuen Zone gezeigt. Posting-Zeiten behalten ihre Uhrzeit: 09:00 gilt dann nicht mehr in ${from}, sondern in ${to}.`,
    slotsTitle: 'Posting-Zeiten',
    slotsText:
      'Ein Beitrag für den „nächsten freien Termin“ nimmt die erste dieser Zeiten, die kein anderer Beitrag hat.',
    none: 'Keine Zeiten',
    empty: 'Es gibt noch keine Posting-Zeiten. Fügen Sie welche hinzu, dann kann ein Beitrag die nächste freie nehmen.',
    time: 'Uhrzeit',
    on: 'Am',
    add: 'Hinzufügen',
    noDay: 'Wählen Sie mindestens einen Tag.',
    tooMany: (most: number) => `In einer Woche sind höchstens ${most} Zeiten möglich. Entfernen Sie zuerst welche.`,
    remove: (day: string, time: string) => `${day}, ${time} entfernen`,
    nextTitle: 'Nächste freie Termine',
    nextText: 'Wie gespeichert. Zeiten, die ein Beitrag hat, fehlen hier.',
    nextNone: 'Keine: Es gibt keine Posting-Zeiten, oder alle sind für die nächsten 52 Wochen vergeben.',
  },
)
