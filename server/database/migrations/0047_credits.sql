CREATE TABLE "credits" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"track_id" uuid,
	"playlist_id" uuid,
	"position" integer NOT NULL,
	"role" text NOT NULL,
	"name" text NOT NULL,
	"user_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credits_one" CHECK (num_nonnulls("credits"."track_id", "credits"."playlist_id") = 1)
);
--> statement-breakpoint
ALTER TABLE "tracks" ADD COLUMN "isrc" text;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_track_id_tracks_id_fk" FOREIGN KEY ("track_id") REFERENCES "public"."tracks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_playlist_id_playlists_id_fk" FOREIGN KEY ("playlist_id") REFERENCES "public"."playlists"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "credits" ADD CONSTRAINT "credits_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "credits_of_track" ON "credits" USING btree ("track_id","position");--> statement-breakpoint
CREATE INDEX "credits_of_playlist" ON "credits" USING btree ("playlist_id","position");--> statement-breakpoint
CREATE INDEX "credits_of_user" ON "credits" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
-- Feeds name who made a track or release. Once per statement: a track may be in many playlists.
CREATE FUNCTION record_credit_feed_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO feed_changes (kind, feed_id)
  SELECT 'profile', tracks.user_id FROM changed JOIN tracks ON tracks.id = changed.track_id
  UNION SELECT 'playlist', entry.playlist_id FROM changed JOIN playlist_tracks entry ON entry.track_id = changed.track_id
  UNION SELECT 'playlist', changed.playlist_id FROM changed WHERE changed.playlist_id IS NOT NULL;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER credits_feed_added AFTER INSERT ON credits
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_credit_feed_changes();
--> statement-breakpoint
CREATE TRIGGER credits_feed_changed AFTER UPDATE ON credits
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_credit_feed_changes();
--> statement-breakpoint
CREATE TRIGGER credits_feed_removed AFTER DELETE ON credits
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION record_credit_feed_changes();
