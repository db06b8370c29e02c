CREATE TABLE "pending_plays" (
	"track_id" uuid PRIMARY KEY NOT NULL,
	"plays" integer NOT NULL
);
--> statement-breakpoint
-- Every row is changed again and again until it goes: with room beside it, no change touches the index.
ALTER TABLE "pending_plays" SET (fillfactor = 50);
--> statement-breakpoint
CREATE OR REPLACE FUNCTION forget_plays_of_track() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM plays WHERE track_id = OLD.id;
  DELETE FROM pending_plays WHERE track_id = OLD.id;
  RETURN NULL;
END $$;
