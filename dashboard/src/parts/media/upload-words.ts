import { words } from '../../words/words.ts'

export const uploadWords = words(
  {
    sending: (name: string) => `Sending ${name}`,
    ofSize: (percent: string, sent: string, total: string) => `${percent}, ${sent} of ${total}`,
    fetching: 'The service reads it.',
    checking: 'Being checked',
    waiting: 'Waits',
    stop: (name: string) => `Stop sending ${name}`,
    again: 'Try again',
    leaveOut: 'Leave out',
    unknownFile: 'This file is neither an image nor a video that can be sent.',
  },
  {
    sending: (name: string) => `${name} wird gesendet`,
    ofSize: (percent: string, sent: string, total: string) => `${percent}, ${sent} von ${total}`,
    fetching: 'Der Dienst liest sie.',
    checking: 'Wird geprüft',
    waiting: 'Wartet',
    stop: (name: string) => `${name} nicht weiter senden`,
    again: 'Noch einmal',
    leaveOut: 'Weglassen',
    unknownFile: 'Diese Datei ist weder ein Bild noch ein Video, das gesendet werden kann.',
  },
)
