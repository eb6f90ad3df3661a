-- Teams that were told that their credits run out, until they get new ones.
CREATE TABLE told_of_credits (
  team_id uuid PRIMARY KEY,
  what text NOT NULL CHECK (what IN ('credits-low', 'credits-out'))
);
