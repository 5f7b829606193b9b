// Receives Polypost's webhooks: POLYPOST_WEBHOOK_SECRET=… PORT=8080 go run verify.go
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"
)

// eventOf is the event that a request brings, or nil where it is not from Polypost, or an old one sent once more.
func eventOf(r *http.Request, secret string) (event map[string]any) {
	var outer struct{ Signed_payload string }
	_ = json.NewDecoder(http.MaxBytesReader(nil, r.Body, 1<<20)).Decode(&outer) // What can't be read is not signed.
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(outer.Signed_payload))
	expected := fmt.Sprintf("sha256=%x", mac.Sum(nil))
	if hmac.Equal([]byte(r.Header.Get("X-Service-Payload-Signature")), []byte(expected)) {
		_ = json.Unmarshal([]byte(outer.Signed_payload), &event) // The fields around it are not signed: never use those.
	}
	sentAt, err := time.Parse(time.RFC3339, fmt.Sprint(event["sent_at"]))
	if err != nil || time.Since(sentAt).Abs() > 5*time.Minute {
		return nil
	}
	return event
}

func main() {
	secret := os.Getenv("POLYPOST_WEBHOOK_SECRET")
	if secret == "" {
		log.Fatal("Set POLYPOST_WEBHOOK_SECRET to the secret of the webhook.")
	}
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if event := eventOf(r, secret); event == nil {
			w.WriteHeader(http.StatusUnauthorized)
		} else { // Here it is stored, unless this event_id is stored already: the same event may come more than once.
			log.Println(event["event"], event["event_id"], event["data"])
		}
	})))
}
