CREATE TABLE "top_tracks" (
	"track_id" uuid PRIMARY KEY NOT NULL,
	"play_count" integer NOT NULL,
	"search" "tsvector" DEFAULT ''::tsvector NOT NULL
);
--> statement-breakpoint
CREATE TABLE "top_tracks_least" (
	"play_count" integer NOT NULL,
	"track_id" uuid NOT NULL
);
--> statement-breakpoint
-- A counted play changes the row alone, and with room beside it no index.
ALTER TABLE "top_tracks" SET (fillfactor = 70);
--> statement-breakpoint
-- Above the least one or among all if there is none. Searches see one moment, in which this holds for every public track.
CREATE FUNCTION enter_top_tracks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO top_tracks AS kept (track_id, play_count, search)
  SELECT id, play_count, search FROM added
  WHERE privacy = 'public' AND NOT EXISTS (
    SELECT FROM top_tracks_least least WHERE (added.play_count, added.id) < (least.play_count, least.track_id))
  ORDER BY id
  ON CONFLICT (track_id) DO UPDATE SET play_count = excluded.play_count, search = excluded.search
  WHERE kept.play_count <> excluded.play_count OR kept.search <> excluded.search;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tracks_top_added AFTER INSERT ON tracks
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION enter_top_tracks();
--> statement-breakpoint
CREATE TRIGGER tracks_top_changed AFTER UPDATE ON tracks
REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION enter_top_tracks();
--> statement-breakpoint
-- Comes before the other one, which lets the track in again if it still belongs there.
CREATE FUNCTION leave_top_tracks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM top_tracks WHERE track_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER tracks_top_left AFTER UPDATE ON tracks FOR EACH ROW
WHEN ((OLD.privacy = 'public' AND NEW.privacy <> 'public') OR NEW.play_count < OLD.play_count)
EXECUTE FUNCTION leave_top_tracks();
--> statement-breakpoint
-- Since the triggers were made nobody else writes tracks until this is done.
INSERT INTO top_tracks (track_id, play_count, search)
SELECT id, play_count, search FROM tracks WHERE privacy = 'public' ORDER BY play_count DESC, id DESC LIMIT 20000;
--> statement-breakpoint
INSERT INTO top_tracks_least (play_count, track_id)
SELECT play_count, id FROM tracks WHERE privacy = 'public' ORDER BY play_count DESC, id DESC OFFSET 19999 LIMIT 1;
--> statement-breakpoint
ALTER TABLE "top_tracks" ADD CONSTRAINT "top_tracks_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "top_tracks_search" ON "top_tracks" USING gin ("search");--> statement-breakpoint
ANALYZE "top_tracks";
