#!/bin/sh
# The bot of steady.py in POSIX shell and jq: bluke match cmd:samples/bots/steady.sh novice
# One jq reads message after message; what it remembers is its seat, from the last `game`.
exec jq --null-input --compact-output --unbuffered '
  # 0 to 12 for 2 to A, 13 more for a trump, 26 and 27 for the Blukes.
  def value($trump):
    if . == "LO" then 26
    elif . == "HI" then 27
    else .[0:1] as $rank
      | ("23456789TJQKA" | index($rank)) + (if .[1:2] == $trump then 13 else 0 end)
    end;

  def bid:
    .view.trump as $trump
    | ([.view.cards[] | select(value($trump) >= 11)] | length * 2 / 3 | floor) as $wanted
    | .legal | min_by(. - $wanted | if . < 0 then -. else . end);

  def card($seat):
    .view.trump as $trump
    | (.legal | sort_by(value($trump))) as $ordered
    | if .view.bids[$seat] > .view.won[$seat] then $ordered[-1] else $ordered[0] end;

  foreach inputs as $message (0;
    if $message.t == "game" then $message.seat else . end;
    . as $seat | $message
    | if .id == null then empty
      elif .t == "hello" then {t, id, version: 1, name: "Steady", caps: ["reset"]}
      elif .t == "game" or .t == "over" then {t: "ok", id}
      elif .t == "act" and .want == "bid" then {t: "do", id, bid: bid}
      elif .t == "act" then {t: "do", id, card: card($seat)}
      else {t: "error", id, code: "unsupported"}
      end)
'
